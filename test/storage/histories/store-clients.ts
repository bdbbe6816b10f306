/** Clients of a store that is not behind a network, some of whose calls fail on the way there or back, or are made twice. */
import type { FileStore } from "../../../src/storage/file-store.ts";
import { allFaults, type Fault } from "../../faults/faults.ts";
import { createFaultyStore } from "../../faults/faulty-store.ts";
import { type HistoryOptions, noTrouble } from "./run-history.ts";
import { randomOf, Turns } from "./turns.ts";

/** Pages are not what a history is about. */
const callFaults = allFaults.filter((fault) => fault !== "stale_page");

export interface StoreHistoryOptions {
  /** The store of a client; all have the same files. */
  readonly open: (client: number) => Promise<FileStore>;
  readonly clients: number;
  readonly files: number;
  readonly total: number;
  readonly seed: number;
  /** One of so many calls goes wrong; none where it is 0. */
  readonly oneFaultIn: number;
  /** Calls wait before and after, in an order that the seed gives; else they run at the same time. Default `false`. */
  readonly inTurns?: boolean;
}

/** What runs a history on stores. */
export function storeHistory({
  open,
  oneFaultIn,
  seed,
  inTurns = false,
  ...sizes
}: StoreHistoryOptions): HistoryOptions {
  const draw = randomOf(seed);
  const turns = inTurns ? new Turns(sizes.clients, draw) : undefined;
  let areTaken = false;
  const turn = async (): Promise<void> => (areTaken ? turns?.wait() : undefined);
  return {
    ...sizes,
    draw,
    join: async () => {
      areTaken = true;
      await turns?.wait();
    },
    leave: () => turns?.leave(),
    settle: async () => {
      areTaken = false;
    },
    open: async (number) => {
      const store = await open(number);
      const faulty = (change: "change" | "read"): FileStore => {
        if (oneFaultIn === 0 || draw(oneFaultIn) !== 0) return store;
        const fault = callFaults[draw(callFaults.length)] as Fault;
        if (fault === "duplicate" && change === "change")
          Object.assign(client.trouble, { isUnclear: true, isSecondAnswer: true, repeats: "always" });
        return createFaultyStore(store, { fault, at: 1 }).store;
      };
      const called = async <Result>(call: () => Promise<Result>): Promise<Result> => {
        await turn();
        try {
          return await call();
        } finally {
          await turn();
        }
      };
      const client = {
        trouble: noTrouble(),
        store: {
          ...createFaultyStore(store, { fault: "reset", at: Number.POSITIVE_INFINITY }).store,
          open: (...args) => called(() => faulty("read").open(...args)),
          put: (...args) => called(() => faulty("change").put(...args)),
          delete: (...args) => called(() => faulty("change").delete(...args)),
        } satisfies FileStore as FileStore,
      };
      return client;
    },
  };
}
