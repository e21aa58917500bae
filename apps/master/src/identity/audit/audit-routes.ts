import { auditNeeds, getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { auditExportPath } from '@determined/contract/identity/audit-kinds.ts';
import { raw, type Served, serveExt } from '#platform/http/serve.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';

export const auditRoutes: Served[] = [
  serveExt(getAuditEntriesRoute, listAudit),
  raw('GET', auditExportPath, exportAudit, auditNeeds),
];
