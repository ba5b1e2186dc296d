/** Files that stay open when a thread is interrupted. */
@NullMarked
package io.narrows.storage.file;

import org.jspecify.annotations.NullMarked;
