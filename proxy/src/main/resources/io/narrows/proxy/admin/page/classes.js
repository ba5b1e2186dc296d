/** Traffic classes: the sidecar's built-in ones and those that a configuration names. */

const KNOWN_CLASSES = ['default', 'heartbeat', 'replication', 'bulk', 'grpc', 'encrypted'];

export function classesOf(config) {
  const named = [...config.capture, ...config.classify, ...config.policy].flatMap(part => part.class ?? []);
  return [...new Set([...KNOWN_CLASSES, ...named])];
}
