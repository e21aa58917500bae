import { later } from './later.tsx';

const boxes = () => import('./overlay-boxes.ts');

/** The library's, with what holds the focus and the page's scroll: most pages are left before anything opens over them. */
export const Modal = later(async () => (await boxes()).Modal);
export const Drawer = later(async () => (await boxes()).Drawer);
