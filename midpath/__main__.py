"""`python -m midpath`: the program, for where its script is not on the path."""

from midpath.program import main

if __name__ == "__main__":
    main()
