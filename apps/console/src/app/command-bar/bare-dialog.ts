import styles from './command-bar.module.css';

/** Of a dialog that begins with its field: its title is for screen readers alone. */
export const bare = { header: 'visually-hidden', body: styles.bar ?? '' };
