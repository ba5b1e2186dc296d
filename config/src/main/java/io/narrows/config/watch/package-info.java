/** Detection of complete changes to watched files. */
package io.narrows.config.watch;
