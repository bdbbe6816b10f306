/** Whether `/` is the root of a site that the documents are only a part of. */
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import type { LinkResolution } from "../knowledge-graph.ts";
import { isSitePage } from "./content-roots.ts";
import { Resolution } from "./resolution.ts";

/** Root-relative pages of which none is found that it takes to call the root foreign. */
const minimumSitePages = 20;
const slash = 0x2f;

/** What a page of such a site is. One object, so that it is told from what leads outside by itself. */
const elsewhere: LinkResolution = new Resolution({ status: "outside" });

/**
 * Where many root-relative pages are written and not one leads to anything here, `/` is the root of a site that these documents are
 * only a part of: pages that are not found are outside and not broken.
 */
export class SitePages {
  /** Root-relative links that lead to something. */
  #found = 0;
  /** Root-relative links to pages that are not found. */
  #missing = 0;

  get isElsewhere(): boolean {
    return this.#found === 0 && this.#missing >= minimumSitePages;
  }

  /** Counts the links of a document, or with −1 no more. Links that were settled count as before. */
  count(document: MarkdownDocument, resolutions: readonly LinkResolution[], times: 1 | -1): void {
    const { links } = document;
    for (let place = 0; place < links.length; place++) {
      const link = links[place] as MarkdownLink;
      if (!isRooted(link)) continue;
      const resolution = resolutions[place] as LinkResolution;
      if (resolution.status === "document" || resolution.status === "asset") this.#found += times;
      else if (isMissingPage(link, resolution) || resolution === elsewhere) this.#missing += times;
    }
  }

  /** What a link is where the site's root is elsewhere. */
  static settle(link: MarkdownLink, resolution: LinkResolution): LinkResolution {
    return isRooted(link) && isMissingPage(link, resolution) ? elsewhere : resolution;
  }

  /** Whether one of two equal resolutions was settled and the other not. */
  static differ(a: LinkResolution, b: LinkResolution): boolean {
    return (a === elsewhere) !== (b === elsewhere);
  }
}

function isRooted({ lookup, path }: MarkdownLink): boolean {
  return lookup === "path" && path.charCodeAt(0) === slash;
}

function isMissingPage({ path }: MarkdownLink, { status }: LinkResolution): boolean {
  return status === "missing" && isSitePage(path.slice(1));
}
