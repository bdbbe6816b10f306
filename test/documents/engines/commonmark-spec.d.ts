/** The part of the package that we use: it comes without types. */
declare module "commonmark-spec" {
  /** An example of the specification. */
  interface SpecificationExample {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }
  export const tests: readonly SpecificationExample[];
}
