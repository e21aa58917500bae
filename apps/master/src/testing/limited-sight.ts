import { permissionFacts } from '@determined/contract/identity/role-facts.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import { everywhere, type Scope } from '#platform/http/rights.ts';
import { type RightsPolicy, withoutRoles } from '../identity/roles/shared/rights-of.ts';

interface Sight {
  /** The only workspaces he has rights in. */
  workspaces: readonly number[];
  /** Permissions he has nowhere. */
  lacks?: readonly Permission[];
}

/** Rights as roles will give them, for single accounts: the rest have those of everybody. For tests only. */
export class LimitedSight {
  private readonly accounts = new Map<number, Sight>();

  limit(userId: number, sight: Sight): void {
    this.accounts.set(userId, sight);
  }

  free(userId: number): void {
    this.accounts.delete(userId);
  }

  readonly policy: RightsPolicy = async (user, db) => {
    const usual = await withoutRoles(user, db);
    const sight = this.accounts.get(user.id);
    if (!sight) return usual;
    const nowhere: Scope = { cluster: false, workspaces: new Set() };
    const some: Scope = { cluster: false, workspaces: new Set(sight.workspaces) };
    return {
      ownership: usual.ownership,
      where: (permission) => {
        if (sight.lacks?.includes(permission)) return nowhere;
        return permissionFacts[permission].globalOnly ? everywhere : some;
      },
    };
  };
}
