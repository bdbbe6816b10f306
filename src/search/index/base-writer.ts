/** Lays an index base out, term by term. */

import { ByteLog } from "../words/term-bytes.ts";
import { type IndexBase, indexFormat } from "./index-base.ts";
import { type PostingArrays, PostingsWriter } from "./packed-postings.ts";
import type { SectionMeasurer } from "./section-measures.ts";

/** Bytes that a packed posting takes, as measured on technical prose. */
const bytesOfPosting = 2;

/** {@link beginTerm} is called for each term in ascending order of its bytes, each time followed by {@link writeList} for its three lists. */
export class BaseWriter {
  private readonly terms: ByteLog = new ByteLog();
  private readonly postings: PostingsWriter;
  private readonly termStarts: Uint32Array;
  private readonly postingStarts: Uint32Array;
  private count = 0;

  /** `most` is the number of terms at most. */
  constructor(most: number, expectedPostings: number) {
    this.termStarts = new Uint32Array(most + 1);
    this.postingStarts = new Uint32Array(most + 1);
    this.postings = new PostingsWriter(expectedPostings * bytesOfPosting);
  }

  /** The term that stands at `start` to `end`. */
  beginTerm(bytes: Uint8Array, start: number, end: number): void {
    this.terms.pushRange(bytes, start, end);
    this.postingStarts[this.count] = this.postings.log.length;
    this.termStarts[++this.count] = this.terms.length;
  }

  writeList(postings: PostingArrays, start: number, end: number): void {
    this.postings.write(postings, start, end);
  }

  /** The base of documents with these measures. */
  finish(measurer: SectionMeasurer): IndexBase {
    this.postingStarts[this.count] = this.postings.log.length;
    return {
      ...measurer.toMeasures(),
      format: indexFormat,
      terms: this.terms.toBytes(),
      termStarts: this.termStarts.slice(0, this.count + 1),
      postings: this.postings.log.toBytes(),
      postingStarts: this.postingStarts.slice(0, this.count + 1),
    };
  }
}
