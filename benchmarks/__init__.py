"""How fast the library is, and beside what it is to be judged; see README.md."""
