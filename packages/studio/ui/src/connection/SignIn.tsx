import { Button, PasswordInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf, openSession, StudioError } from './studioApi.js';
import './connection.css';

/** Asks for the token when the page was opened without one, or when its session is over. */
export function SignIn({ reason, onOpen }: { reason: string; onOpen: () => void }) {
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setError(undefined);
    openSession(token.trim())
      .then(onOpen)
      .catch((cause: unknown) => setError(reasonOf(cause)));
  };
  return (
    <main className="sign-in">
      <form className="card sign-in-card" onSubmit={submit}>
        <h1>Toolwright studio</h1>
        <p className="dimmed">{reason}</p>
        <p>
          The application prints a link with a token when it starts. Open that link, or enter the token that is in it.
        </p>
        <PasswordInput
          label="Token"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={error}
          autoFocus
          required
        />
        <Button type="submit" disabled={token.trim() === ''}>
          Open the studio
        </Button>
      </form>
    </main>
  );
}

function reasonOf(error: unknown): string {
  const refused = error instanceof StudioError && error.status === 401;
  return refused ? 'This is not the token of the application that runs here now.' : messageOf(error);
}
