// #region program
// The first import of the program, because function tools are built when their module is imported.
import { ToolSchemaManifest } from '@toolwright/tools';

// #region load
ToolSchemaManifest.load(new URL('../tool-schemas.json', import.meta.url));
// #endregion
// #endregion
