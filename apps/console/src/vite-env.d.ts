/// <reference types="vite/client" />
declare module 'virtual:mantine-variables.css';
declare module 'virtual:manual' {
  export const pages: import('./app/manual/find-sections.ts').ManualPageData[];
}
