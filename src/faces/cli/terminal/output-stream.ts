/** The part of a stream that a terminal needs. */
export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): boolean;
  once(event: "drain", listener: () => void): unknown;
}
