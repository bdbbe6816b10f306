/** For those who write a backend of their own: the contract that it must keep, and a store in memory to compare it with. */

export type * from "./storage/file-store.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./storage/memory-store.ts";
export { fileStoreContract, type StoreContractCase } from "./testing/file-store-contract.ts";
