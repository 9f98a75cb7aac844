// Light, dark, or as the system has it.

const KEY = 'soapstone-studio-theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function current(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function restoreTheme(): void {
  const theme = current();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function nextTheme(): void {
  localStorage.setItem(KEY, THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length]);
  restoreTheme();
}

export function themeLabel(): string {
  return `Theme: ${current()}`;
}
