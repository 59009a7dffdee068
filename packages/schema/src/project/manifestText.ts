import type { ToolSchemaManifestData } from '@toolwright/tools';
import { byCodeUnit } from '../type/convertSchema.js';

/** The text of a manifest: indented for reviews, a line end at the end. */
export function manifestText(manifest: ToolSchemaManifestData): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The sources for which a manifest no longer holds, because they were changed, added or removed. */
export function changedFiles(written: string, current: ToolSchemaManifestData): readonly string[] {
  const before = parse(written);
  const files = new Set([...Object.keys(before.files ?? {}), ...Object.keys(current.files)]);
  const entriesOf = (manifest: Partial<ToolSchemaManifestData>, file: string): string =>
    JSON.stringify([manifest.classes, manifest.functions].map((list) => list?.filter((entry) => entry.file === file)));
  return [...files]
    .filter(
      (file) => before.files?.[file] !== current.files[file] || entriesOf(before, file) !== entriesOf(current, file),
    )
    .sort(byCodeUnit);
}

function parse(text: string): Partial<ToolSchemaManifestData> {
  try {
    return JSON.parse(text) as Partial<ToolSchemaManifestData>;
  } catch {
    return {};
  }
}
