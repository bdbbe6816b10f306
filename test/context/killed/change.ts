/** A change that a program is asked to make. */
export type Change =
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | {
      readonly kind: "replace";
      readonly path: string;
      readonly edit: { readonly oldString: string; readonly newString: string; readonly replaceAll: true };
    }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "move"; readonly path: string; readonly to: string };
