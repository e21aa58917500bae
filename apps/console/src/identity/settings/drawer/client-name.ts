const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (names: [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1];

/** "Firefox on Linux" of what a browser calls itself; of other programs their own first word. */
export function clientName(client: string): string {
  const browser = first(browsers, client);
  if (browser === undefined) return client.split(/[\s/]/)[0] || 'Unknown program';
  const system = first(systems, client);
  return system ? `${browser} on ${system}` : browser;
}
