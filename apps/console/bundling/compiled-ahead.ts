import type { Plugin } from 'vite';

/**
 * Files of which nearly everything runs at once, by the names of their chunks: the browser then compiles them as they come, beside the
 * page's own thread, and not function by function there when each is called first. Other browsers take the line for a comment.
 */
export function compiledAhead(names: readonly (string | RegExp)[]): Plugin {
  const isOne = (name: string) => names.some((one) => (typeof one === 'string' ? one === name : one.test(name)));
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // After what writes into files which others they load.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && isOne(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}
