export async function main(_words: readonly string[]): Promise<void> {}
