/** The local tier on Node: one pack a context in the user's cache folder. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
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
          return pack?.label.fingerprint === fingerprint ? pack : undefined;
        }),
      save: (sections) => attempt(() => packs.write(key, packPieces({ fingerprint, location }, sections))),
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
  return hashOf(JSON.stringify([programStamp(), settings]));
}

/** Another program may parse otherwise, however little was changed: it does not look at what this one kept. */
function programStamp(): readonly unknown[] {
  const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
  return [size, mtimeMs];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
