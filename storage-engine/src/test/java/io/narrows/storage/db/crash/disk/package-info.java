/**
 * A file system that loses power. {@link io.narrows.storage.db.crash.disk.ForgetfulFileSystem} lies over a directory of the
 * default one and remembers what was forced to disk; the rest may be lost.
 */
package io.narrows.storage.db.crash.disk;
