/** What all calls of tools on one file context share. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { ApprovalRecords } from "../guard/approvals/approval-records.ts";
import type { ResolvedApprovalSettings } from "../guard/approvals/approval-rule.ts";
import type { Approvals } from "../guard/approvals/approvals.ts";
import { createApprovals } from "../guard/approvals/create-approvals.ts";
import type { Permissions } from "../guard/permissions/permissions.ts";
import type { FileStore } from "../storage/file-store.ts";
import { type Artifacts, createArtifacts } from "./artifacts.ts";
import { type CallCounter, createCallCounter } from "./call-counter.ts";
import type { ProgressHub } from "./progress-hub.ts";

export interface ToolHost {
  /** The name that the context goes by among several. */
  readonly workspace: string;
  readonly sha256: HashFunction;
  readonly permissions: Permissions;
  readonly approvalSettings: ResolvedApprovalSettings;
  readonly approvals: Approvals;
  readonly artifacts: Artifacts;
  readonly calls: CallCounter;
  /** How far the work on questions to the graph has come. */
  readonly progress: ProgressHub;
}

export interface ToolHostSettings {
  readonly workspace: string;
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly permissions: Permissions;
  readonly approvalSettings: ResolvedApprovalSettings;
  readonly progress: ProgressHub;
  /** Keeps approval requests beyond this process. Default: nothing does. */
  readonly records?: ApprovalRecords | undefined;
  /** The tool of a name, once there are tools. */
  readonly toolNamed: (name: string) => object | undefined;
}

export function createToolHost({ store, limits, records, toolNamed, ...settings }: ToolHostSettings): ToolHost {
  const { sha256, permissions } = settings;
  const mayWrite = permissions.write && store.describe().writable;
  return {
    ...settings,
    approvals: createApprovals({
      maximumPending: limits.maximumPendingApprovals,
      maximumPendingBytes: limits.maximumPendingApprovalBytes,
      records,
      toolNamed,
    }),
    artifacts: createArtifacts({ store: mayWrite ? store : undefined, limits, sha256 }),
    calls: createCallCounter(limits.maximumConcurrentCalls),
  };
}
