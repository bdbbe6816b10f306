/** The contract of storage as cases that every backend must pass. */
import type { StoreContractCase } from "./contract-case.ts";
import { listingCases } from "./listing-cases.ts";
import { readingCases } from "./reading-cases.ts";
import { writingCases } from "./writing-cases.ts";

export type { StoreContractCase } from "./contract-case.ts";

/**
 * All cases. Each is run on a fresh, empty store of its own; give it a page size of 2 where it has one, so that nothing works by
 * accident on the first page alone. In any test framework:
 *
 * ```ts
 * for (const { name, run } of fileStoreContract) test(name, () => run(openMyStore));
 * ```
 */
export const fileStoreContract: readonly StoreContractCase[] = [...listingCases, ...readingCases, ...writingCases];
