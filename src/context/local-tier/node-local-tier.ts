/** The local tier on Node: one pack a context in the user's cache folder. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { useNativeChecksum } from "../../base/checksum.ts";
import type { BuildSettings, LocalTier, LocalTierSource } from "./local-tier.ts";
import { type OpenedPackFile, PackFolder } from "./node-pack-folder.ts";
import { openPack, packPieces } from "./pack-container.ts";

/** What the tier of a location needs to know. */
export interface LocalTierPlace {
  /** The cache folder, absolute. It is made when something is first kept. */
  readonly folder: string;
  /** The folder of the files, absolute and resolved, with the prefix. */
  readonly location: string;
  /** Told once when work can't be kept: questions go on, only slower. */
  readonly onFailure?: ((cause: unknown) => void) | undefined;
}

/** Makes the source of tiers for a location. */
export function createLocalTiers({ folder, location, onFailure }: LocalTierPlace): LocalTierSource {
  useNativeChecksum((bytes) => crc32(bytes));
  const packs = new PackFolder(folder);
  let hasFailed = false;
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (cause) {
      if (!hasFailed) onFailure?.(cause);
      hasFailed = true;
      return undefined;
    }
  };
  return (settings): LocalTier => {
    const fingerprint = fingerprintOf(settings);
    const key = hashOf(`${location}\n${fingerprint}`);
    let opened: OpenedPackFile | undefined;
    return {
      load: () =>
        attempt(() => {
          opened ??= packs.open(key);
          const pack = opened && openPack(opened);
          const isOurs = pack?.label.fingerprint === fingerprint && pack.label.location === location;
          return isOurs ? pack : undefined;
        }),
      save: (make) =>
        attempt(() => {
          const sections = make();
          if (sections !== undefined) packs.write(key, packPieces({ fingerprint, location }, sections));
          return sections !== undefined;
        }) ?? false,
      discard: () => attempt(() => packs.remove(key)),
      close() {
        opened?.close();
        opened = undefined;
      },
    };
  };
}

/** Equal for the same program asked for the same thing. */
function fingerprintOf(settings: BuildSettings): string {
  return hashOf(JSON.stringify([buildId(), settings]));
}

/** Another build may parse otherwise, however little was changed: it does not look at what this one kept. */
function buildId(): string {
  try {
    return readFileSync(new URL("./build-id.txt", import.meta.url), "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    // The sources themselves, which may be others the next time.
    return `process ${process.pid}`;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
