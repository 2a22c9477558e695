// Writes the generated tables of docs/clients.md anew.
import { writeFileSync } from "node:fs";
import { CLIENTS_DOCUMENT, clientsDocument } from "./clients_document.ts";

writeFileSync(CLIENTS_DOCUMENT, clientsDocument().wanted);
