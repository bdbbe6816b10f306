/** The postings of single terms in base and overlay, for the documents that are in an index, by the numbers that they have there. */
import { grownArray } from "../../base/grown-array.ts";
import type { IndexParts } from "../index/index-parts.ts";
import { type AverageLengths, averageLengths } from "../index/length-totals.ts";
import { type PostingArrays, PostingsReader } from "../index/packed-postings.ts";
import { fieldOf } from "../index/postings.ts";
import type { SectionMeasures } from "../index/section-measures.ts";
import { headingFactor, titleFactor } from "../ranking/field-factors.ts";
import { bodyLengthFactor } from "../ranking/scoring.ts";
import type { SectionTable } from "../search-index.ts";
import { UNRANKED_NAME } from "../words/document-fields.ts";

/** The length of an array that is made for nothing in particular. */
const firstLength = 256;

/** Postings that are added one behind the other. Its arrays are longer than they are full. */
export class PostingRoom implements PostingArrays {
  length = 0;
  owners: Uint32Array = new Uint32Array(firstLength);
  values: Uint16Array = new Uint16Array(firstLength);
  lengthFactors: Float32Array = new Float32Array(firstLength);

  push(owner: number, value: number, lengthFactor: number): void {
    if (this.length === this.owners.length) this.grow();
    const at = this.length++;
    this.owners[at] = owner;
    this.values[at] = value;
    this.lengthFactors[at] = lengthFactor;
  }

  /** Puts what was added from `start` on in the order of its owners, where up to `middle` and from there on it is already. */
  mergeFrom(start: number, middle: number): void {
    if (middle === start || middle === this.length) return;
    if ((this.owners[middle - 1] as number) < (this.owners[middle] as number)) return;
    const { owners, values, lengthFactors } = this;
    const laterOwners = owners.slice(middle, this.length);
    const laterValues = values.slice(middle, this.length);
    const laterFactors = lengthFactors.slice(middle, this.length);
    let earlier = middle - 1;
    let later = laterOwners.length - 1;
    for (let at = this.length - 1; later >= 0; at--) {
      if (earlier >= start && (owners[earlier] as number) > (laterOwners[later] as number)) {
        owners[at] = owners[earlier] as number;
        values[at] = values[earlier] as number;
        lengthFactors[at] = lengthFactors[earlier--] as number;
      } else {
        owners[at] = laterOwners[later] as number;
        values[at] = laterValues[later] as number;
        lengthFactors[at] = laterFactors[later--] as number;
      }
    }
  }

  private grow(): void {
    const length = this.length * 2;
    this.owners = grownArray(this.owners, length);
    this.values = grownArray(this.values, length);
    this.lengthFactors = grownArray(this.lengthFactors, length);
  }
}

/** A posting of the overlay, found but not yet in its place. */
interface FoundPosting {
  readonly owner: number;
  readonly value: number;
  readonly lengthFactor: number;
}

export class PostingsGatherer {
  readonly names: PostingRoom = new PostingRoom();
  readonly headings: PostingRoom = new PostingRoom();
  readonly bodies: PostingRoom = new PostingRoom();
  private readonly parts: IndexParts;
  private readonly ranked: boolean;
  private readonly firstSections: Uint32Array;
  private readonly averages: AverageLengths;
  private readonly reader: PostingsReader;

  /** `ranked`: without what is in the index for its words alone. */
  constructor(parts: IndexParts, { firstSections }: SectionTable, { ranked }: { readonly ranked: boolean }) {
    this.parts = parts;
    this.ranked = ranked;
    this.firstSections = firstSections;
    this.averages = averageLengths(parts.totals);
    this.reader = new PostingsReader(parts.base.values.postings);
  }

  /** Appends the postings of a term, given by its number in the base and in the overlay; −1 where it has none. */
  add(baseTerm: number, overlayTerm: number): void {
    const names = this.names.length;
    const headings = this.headings.length;
    const bodies = this.bodies.length;
    if (baseTerm !== -1) this.addFromBase(baseTerm);
    if (overlayTerm === -1) return;
    const middleOfNames = this.names.length;
    const middleOfHeadings = this.headings.length;
    const middleOfBodies = this.bodies.length;
    this.addFromOverlay(overlayTerm);
    this.names.mergeFrom(names, middleOfNames);
    this.headings.mergeFrom(headings, middleOfHeadings);
    this.bodies.mergeFrom(bodies, middleOfBodies);
  }

  /** Forgets what was added. */
  clear(): void {
    this.names.length = 0;
    this.headings.length = 0;
    this.bodies.length = 0;
  }

  private isWanted(value: number): boolean {
    return !this.ranked || fieldOf(value) !== UNRANKED_NAME;
  }

  private addFromBase(term: number): void {
    const { base, numbers } = this.parts;
    const { reader, names, averages } = this;
    const { titleLengths } = base.values;
    reader.moveTo(base.values.postingStarts[term] as number);
    for (let left = reader.beginList(); left > 0; left--) {
      reader.next();
      const number = numbers[reader.owner] as number;
      if (number < 0 || !this.isWanted(reader.value)) continue;
      names.push(number, reader.value, titleFactor(reader.value, titleLengths[reader.owner] as number, averages));
    }
    this.addHeadingsFromBase();
    this.addBodiesFromBase();
  }

  private addHeadingsFromBase(): void {
    const { base, numbers } = this.parts;
    const { reader, headings, averages, firstSections } = this;
    const { headingLengths } = base.values;
    for (let left = reader.beginList(); left > 0; left--) {
      reader.next();
      const section = reader.owner;
      const document = base.documentOf[section] as number;
      const number = numbers[document] as number;
      if (number < 0) continue;
      const owner = section + (firstSections[number] as number) - (base.values.firstSections[document] as number);
      headings.push(owner, reader.value, headingFactor(reader.value, headingLengths[section] as number, averages));
    }
  }

  private addBodiesFromBase(): void {
    const { base, numbers } = this.parts;
    const { reader, bodies, averages, firstSections } = this;
    const { bodyLengths } = base.values;
    for (let left = reader.beginList(); left > 0; left--) {
      reader.next();
      const section = reader.owner;
      const document = base.documentOf[section] as number;
      const number = numbers[document] as number;
      if (number < 0) continue;
      const owner = section + (firstSections[number] as number) - (base.values.firstSections[document] as number);
      bodies.push(owner, reader.value, bodyLengthFactor(bodyLengths[section] as number, averages.body));
    }
  }

  private addFromOverlay(term: number): void {
    const { overlay } = this.parts;
    const { averages } = this;
    const { measures } = overlay;
    const names: FoundPosting[] = [];
    overlay.names.some(term, (document, value) => {
      const owner = this.numberOf(document);
      const lengthFactor = titleFactor(value, measures.titleLengths[document] as number, averages);
      if (owner >= 0 && this.isWanted(value)) names.push({ owner, value, lengthFactor });
      return false;
    });
    const headings: FoundPosting[] = [];
    overlay.headings.some(term, (section, value) => {
      const owner = this.sectionOf(section, measures);
      const lengthFactor = headingFactor(value, measures.headingLengths[section] as number, averages);
      if (owner >= 0) headings.push({ owner, value, lengthFactor });
      return false;
    });
    const bodies: FoundPosting[] = [];
    overlay.bodies.some(term, (section, value) => {
      const owner = this.sectionOf(section, measures);
      const lengthFactor = bodyLengthFactor(measures.bodyLengths[section] as number, averages.body);
      if (owner >= 0) bodies.push({ owner, value, lengthFactor });
      return false;
    });
    pushSorted(names, this.names);
    pushSorted(headings, this.headings);
    pushSorted(bodies, this.bodies);
  }

  /** The number of a document of the overlay; negative when it is not in the index. */
  private numberOf(document: number): number {
    const { base, numbers } = this.parts;
    return numbers[base.documentCount + document] ?? -1;
  }

  private sectionOf(section: number, measures: SectionMeasures): number {
    const document = this.parts.overlay.documentOf(section);
    const number = this.numberOf(document);
    if (number < 0) return -1;
    return section + (this.firstSections[number] as number) - (measures.firstSections[document] as number);
  }
}

/** Documents of the overlay came in any order; the postings of one keep theirs. */
function pushSorted(found: FoundPosting[], room: PostingRoom): void {
  found.sort((left, right) => left.owner - right.owner);
  for (const { owner, value, lengthFactor } of found) room.push(owner, value, lengthFactor);
}
