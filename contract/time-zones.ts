/** The time zones that people can choose, by their names in the tz database. */
export const timeZones: readonly string[] = [...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC"), "UTC"];
