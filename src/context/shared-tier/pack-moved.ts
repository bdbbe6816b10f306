/** Thrown when another instance has kept something newer than what a question began with: the question begins again. */
export class PackMoved extends Error {
  override readonly name = "PackMoved";

  constructor() {
    super("Another instance has kept newer work.");
  }
}
