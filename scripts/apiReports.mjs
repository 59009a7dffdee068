// node scripts/apiReports.mjs [--update]
// Compares the public API of every package with its report in api/, or writes the reports anew. Needs `npm run build` first.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'api');
/** Types of the inside that public declarations mention and nobody has to name, by report. */
const unexported = JSON.parse(await readFile(join(reports, 'unexported.json'), 'utf8'));
const update = process.argv.includes('--update');

/** What a report is about: reported problems are few, and each is one. */
const MESSAGES = {
  compilerMessageReporting: { default: { logLevel: 'error' } },
  extractorMessageReporting: {
    default: { logLevel: 'error' },
    // Everything that is exported is public; what is not promised says so with @internal.
    'ae-missing-release-tag': { logLevel: 'none' },
    'ae-internal-missing-underscore': { logLevel: 'none' },
    'ae-incompatible-release-tags': { logLevel: 'none' },
    'ae-undocumented': { logLevel: 'none' },
    'ae-unresolved-link': { logLevel: 'none' },
  },
  // Comments are read by editors and people, not by a generator that knows TSDoc.
  tsdocMessageReporting: { default: { logLevel: 'none' } },
};

/** Every module of every public package that others may import, with the name of its report. */
async function entryPoints() {
  const found = [];
  for (const name of (await readdir(join(root, 'packages'))).sort()) {
    const folder = join(root, 'packages', name);
    const manifestPath = join(folder, 'package.json');
    const manifest = JSON.parse(await readFile(manifestPath, 'utf8').catch(() => '{"private":true}'));
    if (manifest.private === true) continue;
    for (const [path, { types }] of Object.entries(manifest.exports ?? {})) {
      if (types === undefined) continue;
      const report = path === '.' ? name : `${name}.${path.slice(2).replaceAll('/', '.')}`;
      found.push({ report, folder, manifestPath, types: resolve(folder, types) });
    }
  }
  return found;
}

function configOf({ report, folder, manifestPath, types }, scratch) {
  return ExtractorConfig.prepare({
    packageJsonFullPath: manifestPath,
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: { tsconfigFilePath: join(folder, 'tsconfig.json'), skipLibCheck: true },
      apiReport: { enabled: true, reportFileName: report, reportFolder: reports, reportTempFolder: scratch },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: MESSAGES,
    },
  });
}

const scratch = await mkdtemp(join(tmpdir(), 'toolwright-api-'));
try {
  const entries = await entryPoints();
  const [first] = entries;
  // One program for all: most of the work is to read the declarations of the libraries.
  const compilerState = CompilerState.create(configOf(first, scratch), {
    additionalEntryPoints: entries.map(({ types }) => types),
  });
  const outdated = [];
  const problems = [];
  const mentioned = new Set();
  for (const entry of entries) {
    const { apiReportChanged } = Extractor.invoke(configOf(entry, scratch), {
      localBuild: update,
      compilerState,
      messageCallback(message) {
        message.handled = true;
        if (message.logLevel !== 'error') return;
        const [, symbol] = /^The symbol "(\w+?)(?:_\d+)?" needs to be exported/.exec(message.text) ?? [];
        if (unexported[entry.report]?.includes(symbol)) mentioned.add(`${entry.report}: ${symbol}`);
        else problems.push(`${entry.report}: ${message.formatMessageWithLocation(root)}`);
      },
    });
    if (apiReportChanged) outdated.push(`api/${entry.report}.api.md`);
  }
  const named = new Set(entries.map(({ report }) => `${report}.api.md`));
  for (const file of (await readdir(reports)).filter((name) => name.endsWith('.api.md') && !named.has(name))) {
    outdated.push(`api/${file} (its entry point is gone)`);
    if (update) await rm(join(reports, file));
  }
  for (const [report, symbols] of Object.entries(unexported)) {
    for (const symbol of symbols.filter((each) => !mentioned.has(`${report}: ${each}`))) {
      problems.push(`api/unexported.json: ${report} does not mention ${symbol} any more`);
    }
  }
  for (const problem of problems) console.error(problem);
  if (outdated.length > 0) {
    console.log(`${update ? 'Written' : 'The public API differs from'}:\n  ${outdated.join('\n  ')}`);
    if (!update) console.log('If that is meant: npm run api:update, and commit the reports with the change.');
  }
  if (problems.length > 0 || (outdated.length > 0 && !update)) process.exitCode = 1;
  else if (!update) console.log(`The public API of ${entries.length} entry points is as reported in api/.`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
