import { lazyPackage } from '@toolwright/core';
import { ArrayMaxSize as arrayMaxSize } from 'class-validator/cjs/decorator/array/ArrayMaxSize.js';
import { ArrayMinSize as arrayMinSize } from 'class-validator/cjs/decorator/array/ArrayMinSize.js';
import { ArrayNotEmpty as arrayNotEmpty } from 'class-validator/cjs/decorator/array/ArrayNotEmpty.js';
import { ArrayUnique as arrayUnique } from 'class-validator/cjs/decorator/array/ArrayUnique.js';
import { IsArray as isArray } from 'class-validator/cjs/decorator/typechecker/IsArray.js';
import { IsBoolean as isBoolean } from 'class-validator/cjs/decorator/typechecker/IsBoolean.js';
import { IsEnum as isEnum } from 'class-validator/cjs/decorator/typechecker/IsEnum.js';
import { IsIn as isIn } from 'class-validator/cjs/decorator/common/IsIn.js';
import { IsInt as isInt } from 'class-validator/cjs/decorator/typechecker/IsInt.js';
import { IsNotEmpty as isNotEmpty } from 'class-validator/cjs/decorator/common/IsNotEmpty.js';
import { IsNumber as isNumber } from 'class-validator/cjs/decorator/typechecker/IsNumber.js';
import { IsOptional as isOptional } from 'class-validator/cjs/decorator/common/IsOptional.js';
import { IsPositive as isPositive } from 'class-validator/cjs/decorator/number/IsPositive.js';
import { IsString as isString } from 'class-validator/cjs/decorator/typechecker/IsString.js';
import { Matches as matches } from 'class-validator/cjs/decorator/string/Matches.js';
import { Max as max } from 'class-validator/cjs/decorator/number/Max.js';
import { MaxLength as maxLength } from 'class-validator/cjs/decorator/string/MaxLength.js';
import { Min as min } from 'class-validator/cjs/decorator/number/Min.js';
import { MinLength as minLength } from 'class-validator/cjs/decorator/string/MinLength.js';
import { ValidateBy as validateBy } from 'class-validator/cjs/decorator/common/ValidateBy.js';
import { ValidateIf as validateIf } from 'class-validator/cjs/decorator/common/ValidateIf.js';
import { ValidateNested as validateNested } from 'class-validator/cjs/decorator/common/ValidateNested.js';

/*
 * The decorators of class-validator that properties classes need most, and class-transformer's `@Type`, each from the
 * module that defines it: class-validator's main module loads five hundred others, among them all telephone numbers of the
 * world, which takes longer than the whole start of an application. What they record is kept in one place for all copies of
 * the package in a process, so decorators of both imports can be mixed in one class.
 */

type ClassValidator = typeof import('class-validator');

export const ArrayMaxSize: ClassValidator['ArrayMaxSize'] = arrayMaxSize;
export const ArrayMinSize: ClassValidator['ArrayMinSize'] = arrayMinSize;
export const ArrayNotEmpty: ClassValidator['ArrayNotEmpty'] = arrayNotEmpty;
export const ArrayUnique: ClassValidator['ArrayUnique'] = arrayUnique;
export const IsArray: ClassValidator['IsArray'] = isArray;
export const IsBoolean: ClassValidator['IsBoolean'] = isBoolean;
export const IsEnum: ClassValidator['IsEnum'] = isEnum;
export const IsIn: ClassValidator['IsIn'] = isIn;
export const IsInt: ClassValidator['IsInt'] = isInt;
export const IsNotEmpty: ClassValidator['IsNotEmpty'] = isNotEmpty;
export const IsNumber: ClassValidator['IsNumber'] = isNumber;
export const IsOptional: ClassValidator['IsOptional'] = isOptional;
export const IsPositive: ClassValidator['IsPositive'] = isPositive;
export const IsString: ClassValidator['IsString'] = isString;
export const Matches: ClassValidator['Matches'] = matches;
export const Max: ClassValidator['Max'] = max;
export const MaxLength: ClassValidator['MaxLength'] = maxLength;
export const Min: ClassValidator['Min'] = min;
export const MinLength: ClassValidator['MinLength'] = minLength;
/**
 * class-transformer's decorator, which names the class of nested objects. By `require`, since Node looks through a module of
 * that format for its exports when it is imported, which takes longer than to run it.
 */
export const Type: typeof import('class-transformer')['Type'] = lazyPackage<typeof import('class-transformer')>(
  'class-transformer/cjs/decorators/type.decorator.js',
  import.meta.url,
)().Type;
export const ValidateBy: ClassValidator['ValidateBy'] = validateBy;
export const ValidateIf: ClassValidator['ValidateIf'] = validateIf;
export const ValidateNested: ClassValidator['ValidateNested'] = validateNested;
