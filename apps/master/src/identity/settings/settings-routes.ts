import * as contract from '@determined/contract/identity/settings-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { getUserSettings, postUserSettings, resetUserSettings } from './user-settings.ts';

export const settingsRoutes: Served[] = [
  serve(contract.getUserSettingRoute, getUserSettings),
  serve(contract.postUserSettingRoute, postUserSettings),
  serve(contract.resetUserSettingRoute, resetUserSettings),
];
