/** Operations on directories, and disk space. */
@NullMarked
package io.narrows.node.file;

import org.jspecify.annotations.NullMarked;
