// Prints what the master has built, as the recorded exchanges name it: the table of routes itself, not a server's word for it.
import { allRoutes } from '../../apps/master/src/app.ts';

const names = allRoutes.flatMap((entry) => {
  if (entry.kind === 'ext' || !entry.built) return [];
  return entry.kind === 'route'
    ? [entry.route.rpc]
    : [entry.name.replaceAll(/:(\w+)/g, (_, name) => `:${snake(name)}`)];
});
console.log(names.join('\n'));

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
