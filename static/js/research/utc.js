// Times as the tables have them, wherever the browser is.
export const clock = (moment) => `${new Date(moment).toISOString().slice(11, 16)} UTC`;
