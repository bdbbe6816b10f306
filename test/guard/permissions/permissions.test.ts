import fc from "fast-check";
import { expect, it } from "vitest";
import { intersect, resolvePermissions, safePermissions } from "../../../src/guard/permissions/permissions.ts";

it("are reading alone by default", () => {
  expect(resolvePermissions()).toEqual({ read: true, write: false, delete: false });
  expect(resolvePermissions({ write: true, delete: undefined as never })).toEqual({ ...safePermissions, write: true });
});

it("refuse what is no permission or no truth value, and name the nearest", () => {
  expect(() => resolvePermissions({ wirte: true } as never)).toThrow(
    expect.objectContaining({ code: "invalid_options", next: "Did you mean write?" }),
  );
  expect(() => resolvePermissions({ write: "yes" } as never)).toThrow(
    expect.objectContaining({ code: "invalid_options" }),
  );
});

it("intersect to what both allow, and never to more", () => {
  const permissions = fc.record({ read: fc.boolean(), write: fc.boolean(), delete: fc.boolean() });
  fc.assert(
    fc.property(
      permissions,
      fc.record({ read: fc.boolean(), write: fc.boolean() }, { requiredKeys: [] }),
      (one, other) => {
        expect(intersect(one, other)).toEqual({
          read: one.read && other.read !== false,
          write: one.write && other.write !== false,
          delete: one.delete,
        });
      },
    ),
  );
});
