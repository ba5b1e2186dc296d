/** Directories as wholes. */
package io.narrows.node.file;
