/** What `doctor` tells of one promise. */

/** One promise of the product, whether it holds here, and what follows when it does not. */
export interface Finding {
  readonly promise: string;
  readonly holds: boolean;
  readonly value: string;
  readonly cost?: string;
}
