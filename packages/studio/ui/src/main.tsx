import { createTheme, MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import './app/theme.css';
import '@mantine/core/styles.layer.css';
import './app/app.css';
import { App } from './app/App.js';
import { takeToken } from './connection/token.js';

const small = { defaultProps: { size: 'xs' } };
const theme = createTheme({
  components: {
    Checkbox: small,
    InputWrapper: small,
    JsonInput: small,
    MultiSelect: small,
    NumberInput: small,
    PasswordInput: small,
    Select: small,
    Textarea: small,
    TextInput: small,
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root"');

// The variables and classes of the default theme are in the style sheet: nothing has to be injected at run time, so that
// the server can forbid inline styles.
createRoot(root).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <App token={takeToken()} />
  </MantineProvider>,
);
