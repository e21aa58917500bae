/** The width at and below which the mobile layout applies, in px: in em, 480 px would count as desktop (SHELL-094). */
export const mobileWidth = 480;
export const mobileQuery = `(max-width: ${mobileWidth}px)`;
