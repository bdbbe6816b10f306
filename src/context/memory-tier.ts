/** What questions have built in this process, kept for the next ones within one bound for all contexts. */

/** Keeps values of many owners. Whatever is dropped is only built again. */
export interface MemoryTier {
  /**
   * Notes that an owner holds about so many bytes and has just used them. Others are told to let go, least recently used first, until
   * all fit; the one that has just been used stays, since it had to be built in any case.
   */
  use(owner: object, bytes: number, letGo: () => void): void;
  /** Notes that an owner holds nothing any more. */
  forget(owner: object): void;
}

/** @param maximumBytes Bound on the sum of all owners, by their own estimate. */
export function createMemoryTier(maximumBytes: number): MemoryTier {
  const held = new Map<object, { readonly bytes: number; readonly letGo: () => void }>();
  let total = 0;

  function forget(owner: object): void {
    total -= held.get(owner)?.bytes ?? 0;
    held.delete(owner);
  }

  return {
    forget,
    use(owner, bytes, letGo) {
      forget(owner);
      for (const [other, { letGo: release }] of held) {
        if (total + bytes <= maximumBytes) break;
        forget(other);
        release();
      }
      held.set(owner, { bytes, letGo });
      total += bytes;
    },
  };
}

const maximumSharedBytes = 1024 * 1024 * 1024;

/** The tier of this process or isolate: 1 GiB. */
export const sharedMemoryTier: MemoryTier = createMemoryTier(maximumSharedBytes);
