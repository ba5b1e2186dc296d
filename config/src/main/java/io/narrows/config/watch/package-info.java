/** Detection of complete changes to watched files. */
@NullMarked
package io.narrows.config.watch;

import org.jspecify.annotations.NullMarked;
