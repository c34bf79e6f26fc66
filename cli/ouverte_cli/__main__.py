"""Lets ``python -m ouverte_cli`` run the command."""

from ouverte_cli.main import main

main()
