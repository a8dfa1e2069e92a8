/** Comparison of types: `is<string>()(value)` compiles if the type of the value is exactly `string`, and not `any`. */
type Same<One, Other> = (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;

export const is =
  <Expected>() =>
  <Given>(value: Same<Expected, Given> extends true ? Given : Expected & { readonly typesDiffer: unique symbol }): Given =>
    value as Given;
