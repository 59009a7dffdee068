import { BootApplication } from '@toolwright/boot';
import { Warehouse } from './Warehouse.js';

@BootApplication({ components: [Warehouse] })
export class Application {}
