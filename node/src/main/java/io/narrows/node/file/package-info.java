/** Operations on directories, and disk space. */
package io.narrows.node.file;
