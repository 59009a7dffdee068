import { Button, useMantineColorScheme } from '@mantine/core';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const LABEL = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const;

/** Goes round the colour schemes: as the system has it, light, dark. The choice is kept in the browser. */
export function ColorSchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => setColorScheme(NEXT[colorScheme])}
      aria-label={`Colour scheme: ${LABEL[colorScheme]}. Switch to ${LABEL[NEXT[colorScheme]]}`}
    >
      <span aria-hidden="true">{colorScheme === 'auto' ? '◐' : colorScheme === 'light' ? '○' : '●'}</span>
      <span className="scheme-name">&nbsp;{LABEL[colorScheme]}</span>
    </Button>
  );
}
