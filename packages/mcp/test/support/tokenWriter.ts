import { FileMcpTokenStore } from '@toolwright/mcp';

// Started by tests as a child process: writes entries of its own to a token store, as soon as a line is on its input.
const [path = '', prefix = '', count = '0'] = process.argv.slice(2);
const store = new FileMcpTokenStore(path);
await new Promise((resolve) => process.stdin.once('data', resolve));
for (let entry = 0; entry < Number(count); entry += 1) {
  await store.save(`${prefix} ${entry}`, { tokens: { access_token: `${prefix}-${entry}`, token_type: 'Bearer' } });
}
process.exit();
