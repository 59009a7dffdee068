import { createRequire } from 'node:module';
import { fromClassValidator as from } from './classValidator.js';

/*
 * The decorators of class-validator that properties classes need most, and class-transformer's `@Type`, each loaded from
 * its own module. They are the very decorators of those packages: both imports can be mixed in one class.
 */

type ClassValidator = typeof import('class-validator');
type ClassTransformer = typeof import('class-transformer');

const requireModule = createRequire(import.meta.url);

export const ArrayMaxSize: ClassValidator['ArrayMaxSize'] = from('decorator/array/ArrayMaxSize', 'ArrayMaxSize');
export const ArrayMinSize: ClassValidator['ArrayMinSize'] = from('decorator/array/ArrayMinSize', 'ArrayMinSize');
export const ArrayNotEmpty: ClassValidator['ArrayNotEmpty'] = from('decorator/array/ArrayNotEmpty', 'ArrayNotEmpty');
export const ArrayUnique: ClassValidator['ArrayUnique'] = from('decorator/array/ArrayUnique', 'ArrayUnique');
export const IsArray: ClassValidator['IsArray'] = from('decorator/typechecker/IsArray', 'IsArray');
export const IsBoolean: ClassValidator['IsBoolean'] = from('decorator/typechecker/IsBoolean', 'IsBoolean');
export const IsEnum: ClassValidator['IsEnum'] = from('decorator/typechecker/IsEnum', 'IsEnum');
export const IsIn: ClassValidator['IsIn'] = from('decorator/common/IsIn', 'IsIn');
export const IsInt: ClassValidator['IsInt'] = from('decorator/typechecker/IsInt', 'IsInt');
export const IsNotEmpty: ClassValidator['IsNotEmpty'] = from('decorator/common/IsNotEmpty', 'IsNotEmpty');
export const IsNumber: ClassValidator['IsNumber'] = from('decorator/typechecker/IsNumber', 'IsNumber');
export const IsOptional: ClassValidator['IsOptional'] = from('decorator/common/IsOptional', 'IsOptional');
export const IsPositive: ClassValidator['IsPositive'] = from('decorator/number/IsPositive', 'IsPositive');
export const IsString: ClassValidator['IsString'] = from('decorator/typechecker/IsString', 'IsString');
export const Matches: ClassValidator['Matches'] = from('decorator/string/Matches', 'Matches');
export const Max: ClassValidator['Max'] = from('decorator/number/Max', 'Max');
export const MaxLength: ClassValidator['MaxLength'] = from('decorator/string/MaxLength', 'MaxLength');
export const Min: ClassValidator['Min'] = from('decorator/number/Min', 'Min');
export const MinLength: ClassValidator['MinLength'] = from('decorator/string/MinLength', 'MinLength');
/** class-transformer's decorator, which names the class of nested objects. */
export const Type: ClassTransformer['Type'] = (
  requireModule('class-transformer/cjs/decorators/type.decorator.js') as ClassTransformer
).Type;
export const ValidateBy: ClassValidator['ValidateBy'] = from('decorator/common/ValidateBy', 'ValidateBy');
export const ValidateIf: ClassValidator['ValidateIf'] = from('decorator/common/ValidateIf', 'ValidateIf');
export const ValidateNested: ClassValidator['ValidateNested'] = from(
  'decorator/common/ValidateNested',
  'ValidateNested',
);
