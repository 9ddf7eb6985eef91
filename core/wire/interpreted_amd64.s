// Empty: a package with a file like this may declare functions without a body.
