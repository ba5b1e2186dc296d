/**
 * A file system that loses power. {@link io.narrows.storage.db.crash.disk.ForgetfulFileSystem} wraps a directory of the
 * default file system and tracks what was forced to disk; the rest may be lost.
 */
package io.narrows.storage.db.crash.disk;
